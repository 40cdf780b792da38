// The service worker of the clubs' screens.
