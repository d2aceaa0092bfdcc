/** Only the tree: the package's parser would add 54 kB to the bundle. */
declare module '@xmldom/xmldom/lib/dom.js' {
  export { DOMImplementation, type Element, XMLSerializer } from '@xmldom/xmldom';
}
