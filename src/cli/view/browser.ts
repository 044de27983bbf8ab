/** The page in the browser of whoever started the server. */
import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address, and tells where that does not go. */
export function openInBrowser(url: string, tell: (message: string) => void): void {
  const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => tell(`no browser could be opened by ${command}: open the address yourself`));
  child.unref();
}
