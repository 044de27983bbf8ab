/* Calls what a shared library has: there, MPI is called. */
int solve(int argc, char **argv);

int main(int argc, char **argv) {
  return solve(argc, argv);
}
