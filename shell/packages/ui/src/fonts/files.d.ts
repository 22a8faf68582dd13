/** A font file's address, given by the build's asset rule. */
declare module '*.woff2' {
  const address: string;
  export default address;
}
