// Public build configuration. The client secret identifies this app, it protects nothing: anyone can read it.
export const CLIENT_ID = import.meta.env.VITE_CLIENT_ID ?? 'fairway-webapp';
export const CLIENT_SECRET = import.meta.env.VITE_CLIENT_SECRET ?? 'fairway-webapp-public';
/** Names the product in page slugs, such as `contact-fairway`. */
export const PRODUCT = 'fairway';
