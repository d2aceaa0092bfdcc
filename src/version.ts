declare const __TAILGATE_VERSION__: string;

/** Version in package.json, put in when the bundle is made. */
export const VERSION: string = __TAILGATE_VERSION__;
