// Buttons that fill fields with what is often asked for.
import { useId } from 'react';
import { Button, Row, Stack } from '@/ui';

interface PresetsProps<Preset> {
  readonly label: string;
  readonly presets: readonly Preset[];
  readonly textOf: (preset: Preset) => string;
  readonly onChoose: (preset: Preset) => void;
  /** Of the texts on the buttons. */
  readonly lang?: string;
}

export function Presets<Preset>({ label, presets, textOf, onChoose, lang }: PresetsProps<Preset>) {
  const id = useId();
  if (presets.length === 0) return null;
  return (
    <Stack gap={2} role="group" aria-labelledby={id}>
      <p id={id} className="soft small">
        {label}
      </p>
      <Row gap={2}>
        {presets.map((preset) => (
          <Button key={textOf(preset)} variant="secondary" lang={lang} onClick={() => onChoose(preset)}>
            {textOf(preset)}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}
