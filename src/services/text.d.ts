/** Program of a child, bundled as text. */
declare module '*.child.js' {
  const text: string;
  export default text;
}
