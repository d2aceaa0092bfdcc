/** The tree alone: the parser that the package also has would be 54 kB more in the bundle. */
declare module '@xmldom/xmldom/lib/dom.js' {
  export { DOMImplementation, type Element, XMLSerializer } from '@xmldom/xmldom';
}
