// Why a member can or cannot book a round, and what would have to change. The question is in the address.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/api/error.ts';
import { Stack, Page } from '@/ui';
import { Answer } from './Answer.tsx';
import { clubsQuery, explainQuery } from './queries.ts';
import { readSearch, requestOf } from './question.ts';
import { WhatIf } from './WhatIf.tsx';
import { WhyForm } from './WhyForm.tsx';
import styles from './WhyScreen.module.css';

export function WhyScreen() {
  const navigate = useNavigate();
  const search = readSearch(useSearch({ from: '/_inside/why' }));
  const request = requestOf(search);
  const clubs = useQuery(clubsQuery);
  const explanation = useQuery(explainQuery(request));
  const question = JSON.stringify(search);
  const [opened] = useState(question);
  const errors = explanation.error instanceof ApiError ? explanation.error.fields : {};

  return (
    <Page
      title="Why can a member not book?"
      intro="Asks the rules about a booking, now or as it was at a moment. Nothing is booked."
      full
    >
      <div className={styles.columns}>
        <div>
          {/* Another address is another question: the form starts anew with it. */}
          <WhyForm
            key={question}
            search={search}
            clubs={clubs}
            errors={errors}
            busy={request !== null && explanation.isFetching}
            onAsk={(asked) =>
              // The same question once more is a wish for a new answer, and no other address.
              JSON.stringify(asked) === question
                ? void explanation.refetch()
                : void navigate({ to: '/why', search: asked, resetScroll: false })
            }
          />
        </div>
        <Stack gap={5}>
          {request === null ? (
            <p className="soft">Fill in the booking, and every rule says what it thinks of it.</p>
          ) : (
            <>
              <Answer key={question} query={explanation} takesFocus={question !== opened} />
              {explanation.data ? <WhatIf request={request} /> : null}
            </>
          )}
        </Stack>
      </div>
    </Page>
  );
}
