// Parts that only the operators' screens use.
export * from './ActDialog.tsx';
export * from './Copyable.tsx';
export * from './CopyButton.tsx';
export * from './DataTable.tsx';
export * from './Done.tsx';
export * from './FilterForm.tsx';
export * from './FormDialog.tsx';
export * from './formText.ts';
export * from './Instant.tsx';
export * from './instants.ts';
export * from './JsonView.tsx';
export * from './LinkDialog.tsx';
export * from './More.tsx';
export * from './SearchBox.tsx';
export * from './SubjectLink.tsx';
export * from './useCopy.ts';
export * from './WithCode.tsx';
