import IconCircleCheck from 'icon:circle-check'
import IconLinkOff from 'icon:link-off'
import { Button } from '@mantine/core'
import { type AnswerOf, api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { getTimeZone } from '../../lib/time-zone.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './answer.module.css'

/**
 * The page of a link in a mail, which asks for a confirmation before a task is answered: opening the link changes
 * nothing.
 */
export function Page() {
  const { t } = useTranslation()
  const [{ link: token = '', outcome }] = useSearchState()
  const asked = useQuery({
    ...callQuery(api.answers.get, { params: { token }, query: { timeZone: getTimeZone() } }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const { data, isError, error } = asked
  return (
    <>
      <PageHeader help={t('answers.help')} />
      <PageBody>
        {data !== undefined ? (
          <Question key={token} token={token} chosen={outcome ?? null} task={data} />
        ) : !isError ? (
          <SkeletonRows count={3} height={40} />
        ) : isOver(error) ? (
          <Over error={error} />
        ) : (
          <QueryFailure query={asked} title={t('answers.failed')} />
        )}
      </PageBody>
    </>
  )
}

type Task = AnswerOf<typeof api.answers.get>

function Question({ token, chosen, task }: { token: string; chosen: string | null; task: Task }) {
  const { t } = useTranslation()
  const { name, title, description, dueAt, person, outcomes, hash } = task
  const answer = useMutation({
    mutationFn: (outcome: string) =>
      call(api.answers.answer, { params: { token }, body: { outcome, hash, timeZone: getTimeZone() } }),
  })
  if (answer.isSuccess)
    return <EmptyState icon={IconCircleCheck} title={t('answers.done')} text={t('answers.doneText', { name })} />
  if (isOver(answer.error)) return <Over error={answer.error} />
  const labelOf = (label: string | null) => label ?? t('answers.complete')
  const wanted = outcomes.find(({ id }) => id === chosen)
  const others = outcomes.filter((one) => one !== wanted)
  return (
    <section className={classes.question} aria-labelledby="answer-task">
      <h2 id="answer-task">{name}</h2>
      {title === null || title === name ? null : <p className={classes.about}>{title}</p>}
      {description === null ? null : <p className={classes.text}>{description}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>{t('answers.as')}</dt>
          <dd>{person}</dd>
        </div>
        {dueAt === null ? null : (
          <div>
            <dt>{t('answers.due')}</dt>
            <dd>{presentDateTime(dueAt)}</dd>
          </div>
        )}
      </dl>
      {answer.isError ? <ErrorBanner title={t('answers.notDone')} error={answer.error} /> : null}
      <p>{wanted === undefined ? t('answers.choose') : t('answers.confirm', { answer: labelOf(wanted.label) })}</p>
      <div className={classes.buttons}>
        {wanted === undefined ? null : (
          <Button variant="filled" loading={answer.isPending} onClick={() => answer.mutate(wanted.id)}>
            {labelOf(wanted.label)}
          </Button>
        )}
        {others.map(({ id, label }) => (
          <Button key={id} disabled={answer.isPending} onClick={() => answer.mutate(id)}>
            {labelOf(label)}
          </Button>
        ))}
        <LinkButton to={paths.secureTask(task.taskId)} variant="subtle">
          {t('answers.signIn')}
        </LinkButton>
      </div>
    </section>
  )
}

/** What no second try changes: each has its own words. */
const over = [
  'thing.not-found',
  'answer.expired',
  'answer.used',
  'answer.moved-on',
  'answer.not-yours',
  'answer.needs-form',
]

function isOver(error: unknown): boolean {
  return error instanceof ApiError && over.includes(error.code)
}

function Over({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const isUnknown = error instanceof ApiError && error.code === 'thing.not-found'
  return (
    <EmptyState
      icon={IconLinkOff}
      title={t('answers.overTitle')}
      text={isUnknown ? t('answers.unknown') : describeError(error).message}
      actions={<LinkButton to={paths.login}>{t('shell.signIn')}</LinkButton>}
    />
  )
}
