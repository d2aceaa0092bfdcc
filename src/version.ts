declare const __TAILGATE_VERSION__: string;

/** Version in package.json. The build of the bundle sets it. */
export const VERSION: string = __TAILGATE_VERSION__;
