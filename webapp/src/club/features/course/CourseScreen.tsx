// How the course is today: one tap for the state, one to say it. Players who play today or tomorrow are told. Below it the
// days that members can book, to close or limit them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import {
  Alert,
  announce,
  Button,
  Card,
  Checkbox,
  counted,
  Loaded,
  Notice,
  Page,
  RadioGroup,
  Stack,
  TextField,
} from '@/ui';
import { clubPost } from '@/club/api/client.ts';
import { failureText } from '@/club/api/failure.ts';
import type { CourseReports } from '@/club/api/generated/CourseReports.ts';
import type { NewCourseReport } from '@/club/api/generated/NewCourseReport.ts';
import { timeText } from '@/club/ui';
import { isNews, isSame, reportText, said, STATUSES, written } from './course.ts';
import { CourseDays } from './CourseDays.tsx';
import styles from './CourseScreen.module.css';
import { CloseTodayDialog } from './DaySheet.tsx';
import { courseDaysQuery, courseQuery } from './queries.ts';

export function CourseScreen() {
  const query = useQuery(courseQuery);
  const days = useQuery(courseDaysQuery);
  const [isAsked, setAsked] = useState(false);
  const [latest] = query.data?.reports ?? [];
  const today = days.data?.days.find(({ date }) => date === query.data?.date);
  const isLeft = latest?.status === 'closed' && today?.closed?.by !== 'day' && (today?.claimed ?? 0) > 0;
  return (
    <Page title="Baan">
      <Loaded query={query} failure={(error) => [failureText(error)]}>
        {(course) => (
          <>
            <ReportForm course={course} onClosed={() => setAsked((today?.claimed ?? 0) > 0)} />
            {isLeft ? (
              <Notice>
                <p>De baan is gesloten, maar de boekingen van vandaag staan nog.</p>
                <Button variant="secondary" onClick={() => setAsked(true)}>
                  boekingen van vandaag annuleren…
                </Button>
              </Notice>
            ) : null}
            <Today course={course} />
          </>
        )}
      </Loaded>
      <Loaded query={days} failure={(error) => [failureText(error)]}>
        {(loaded) => <CourseDays {...loaded} />}
      </Loaded>
      {isAsked && isLeft && today ? (
        <CloseTodayDialog
          day={today}
          usual={days.data?.daily_capacity ?? null}
          notice={latest.note || 'De baan is gesloten'}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </Page>
  );
}

interface ReportFormProps {
  readonly course: CourseReports;
  readonly onClosed: () => void;
}

function ReportForm({ course, onClosed }: ReportFormProps) {
  const queryClient = useQueryClient();
  const [latest] = course.reports;
  const before = latest && said(latest);
  // What is written here wins over what another manager says meanwhile.
  const [changed, setChanged] = useState<Partial<NewCourseReport>>({});
  const report = written(before, changed);
  const change = (part: Partial<NewCourseReport>) => setChanged({ ...changed, ...part });
  const say = useMutation({
    mutationFn: () => clubPost(null, '/course', { ...report, note: report.note.trim() }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(courseQuery);
      setChanged({});
      announce('De baan is gemeld.');
      if (report.status === 'closed') onClosed();
    },
  });
  const isKnown = isSame(report, before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isKnown) say.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        <div className={styles.status}>
          <RadioGroup
            legend="Hoe ligt de baan erbij?"
            options={STATUSES}
            value={report.status}
            onChange={(status) => change({ status })}
          />
        </div>
        <div>
          <Checkbox
            label="wintergreens"
            checked={report.winter_greens}
            onChange={({ target }) => change({ winter_greens: target.checked })}
          />
          <Checkbox
            label="geen buggy's"
            checked={report.no_carts}
            onChange={({ target }) => change({ no_carts: target.checked })}
          />
        </div>
        <TextField
          label="Toelichting (niet verplicht)"
          hint="Zonder namen van personen."
          maxLength={100}
          value={report.note}
          onChange={({ target }) => change({ note: target.value })}
        />
        <div className={styles.say}>
          <Alert>{say.error ? failureText(say.error) : null}</Alert>
          <p role="status">{isKnown ? 'Dit is gemeld.' : toldText(report, before, course.rounds)}</p>
          <Button
            type="submit"
            wide
            className={styles.button}
            aria-disabled={isKnown || undefined}
            busyText={say.isPending && 'melden…'}
          >
            baan melden
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function toldText(report: NewCourseReport, before: NewCourseReport | undefined, rounds: number): string {
  if (rounds === 0) return 'Vandaag en morgen speelt hier niemand: niemand krijgt bericht.';
  if (!isNews(report, before)) return 'De baan is gewoon open: niemand krijgt bericht.';
  const players = counted(rounds, 'speler', 'spelers');
  return `${players} van vandaag en morgen ${rounds === 1 ? 'krijgt' : 'krijgen'} bericht.`;
}

function Today({ course: { reports } }: { readonly course: CourseReports }) {
  return (
    <Card as="section" gap={2}>
      <h2>Vandaag gemeld</h2>
      {reports.length === 0 ? <p className="soft">Nog niets.</p> : null}
      <ol className={styles.reports}>
        {reports.map((report) => (
          <li key={`${report.at} ${reportText(said(report))}`}>
            <span className="strong">{reportText(said(report))}</span>
            <span className="soft small">
              {timeText(report.at)}
              {report.by ? ` · ${report.by}` : ''}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
