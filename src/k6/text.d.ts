/** Code for k6's own JavaScript engine, bundled as text. */
declare module '*.k6.js' {
  const text: string;
  export default text;
}

/** A file of ours that k6 loads as well, as text. */
declare module '*?text' {
  const text: string;
  export default text;
}
