/** Picture of a scenario as a file. */
export type Picture = {
  scenario: string;
  /** Name of the file: `latency-search.svg`. */
  name: string;
  /** Text for those who do not see it. */
  alt: string;
  svg: string;
};
