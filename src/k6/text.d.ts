/** Our files that are bundled as text: code for k6, child programs, templates, and what k6 loads as well. */
declare module '*?text' {
  const text: string;
  export default text;
}
