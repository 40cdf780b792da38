/// <reference types="vite/client" />
// The build configuration that the app reads; see README.md.
interface ImportMetaEnv {
  readonly VITE_CLIENT_ID?: string;
  readonly VITE_CLIENT_SECRET?: string;
  readonly VITE_TILE_URL?: string;
  readonly VITE_TILE_ATTRIBUTION?: string;
}
