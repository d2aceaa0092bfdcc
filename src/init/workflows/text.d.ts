/** Templates, bundled as text. */
declare module '*.yml' {
  const text: string;
  export default text;
}
