/** Code for k6's own JavaScript engine, bundled as text. */
declare module '*.k6.js' {
  const text: string;
  export default text;
}
