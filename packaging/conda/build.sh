#!/bin/bash
# Installs the bundle with a launcher of this environment's Node. conda's builders set PREFIX, of the environment, and PKG_VERSION.
set -euo pipefail

install -D -m 644 "llamp-ts-$PKG_VERSION.cjs" "$PREFIX/lib/llamp-ts/llamp-ts.cjs"
install -D -m 644 llamp-ts.1 "$PREFIX/share/man/man1/llamp-ts.1"
mkdir -p "$PREFIX/bin"
cat > "$PREFIX/bin/llamp-ts" <<END
#!/bin/sh
exec "$PREFIX/bin/node" "$PREFIX/lib/llamp-ts/llamp-ts.cjs" "\$@"
END
chmod 755 "$PREFIX/bin/llamp-ts"
