import { createFileRoute } from '@tanstack/react-router';
import { EndedNote } from '@/club/features/scan/EndedNote.tsx';
import { ScanScreen } from '@/club/features/scan/ScanScreen.tsx';

export const Route = createFileRoute('/_inside/scan')({ component: Scan });

function Scan() {
  return (
    <>
      <EndedNote />
      <ScanScreen />
    </>
  );
}
