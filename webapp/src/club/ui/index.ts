// Parts that only the clubs' screens use.
export * from './CodeField.tsx';
export * from './EntryCard.tsx';
export * from './FormDialog.tsx';
export * from './moments.ts';
export * from './passkeyFailure.ts';
export * from './QrImage.tsx';
export * from './roles.ts';
