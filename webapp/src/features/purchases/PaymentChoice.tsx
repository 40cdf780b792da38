// The choice of a payment method, and of a bank for the former iDEAL. Choosing a bank selects iDEAL.
import type { IssuerView } from '@/api/generated/IssuerView.ts';
import type { MethodView } from '@/api/generated/MethodView.ts';
import { RadioGroup, Select } from '@/ui';
import { paymentMarks } from './paymentMarks.tsx';
import styles from './Purchase.module.css';
import type { Choice } from './usePayment.ts';

const IDEAL = 'ideal';

interface PaymentChoiceProps {
  readonly methods: readonly MethodView[];
  readonly issuers: readonly IssuerView[];
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

export function PaymentChoice({ methods, issuers, choice, onChange }: PaymentChoiceProps) {
  return (
    <>
      <RadioGroup
        legend="Betaalmethode"
        columns="pairs"
        options={methods.map(({ id, name, svg }) => ({
          value: id,
          label: name,
          image: paymentMarks[id] ?? (svg && <Logo svg={svg} />),
        }))}
        value={choice.method || null}
        onChange={(method) => onChange({ method, issuer: method === IDEAL ? choice.issuer : '' })}
      />
      {issuers.length > 0 ? (
        <Select
          label="Bank (voor iDEAL)"
          value={choice.issuer}
          onChange={({ target }) =>
            onChange({ method: target.value ? IDEAL : choice.method, issuer: target.value })
          }
        >
          <option value="">kies een bank</option>
          {issuers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
    </>
  );
}

function Logo({ svg }: { readonly svg: string }) {
  return <img className={styles.logo} src={imageAddress(svg)} alt="" width={36} height={24} />;
}

/** An SVG as an image: inside an `img` it can neither run scripts nor fetch anything. */
function imageAddress(svg: string): string {
  return svg.trimStart().startsWith('<') ? `data:image/svg+xml,${encodeURIComponent(svg)}` : svg;
}
