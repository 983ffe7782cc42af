import { Button, Select, TextInput } from '@mantine/core'
import { api, type ExternalAdapter } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerTable } from '../../components/answer-table/answer-table.tsx'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { AnswerMembers } from './answer-members.tsx'
import { canChange } from './can-change.ts'
import classes from './external-systems.module.css'
import { isMessage } from './is-message.ts'

interface Props {
  readonly adapter: ExternalAdapter
  /** Something of it is not saved yet. */
  readonly isDirty: boolean
  /** The paths of its columns. */
  readonly paths?: readonly string[]
  /** Creates a column of what a path leads to. Left out: nobody can. */
  readonly onPath?: (path: string) => void
}

function hintOf(settings: ExternalAdapter['settings']) {
  if (isMessage(settings)) return 'externalSystems.trySend'
  return canChange(settings) ? 'externalSystems.tryChange' : 'externalSystems.tryHint'
}

/** No name of an environment. */
const here = '\n'

/** Calls an adapter with values for its parameters, and shows the answer. */
export function AdapterTrial({
  adapter: { id, parameters, environments, disabled, settings },
  isDirty,
  paths = [],
  onPath,
}: Props) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [environment, setEnvironment] = useState<string | null>(null)
  const ask = useMutation({
    mutationFn: () =>
      call(api.externalSystems.tryAdapter, {
        params: { id },
        body: {
          ...(environment !== null && { environment }),
          parameters: Object.fromEntries(parameters.map(({ name }) => [name, values[name] ?? ''])),
        },
      }),
  })
  return (
    <Section title={t('externalSystems.try')} hint={t(isDirty ? 'externalSystems.tryFirst' : hintOf(settings))}>
      {environments.length === 0 ? null : (
        <FieldGrid>
          <Select
            label={t('externalSystems.tryIn')}
            allowDeselect={false}
            data={[
              { value: here, label: t('externalSystems.tryHere') },
              { value: '', label: t('externalSystems.tryBase') },
              ...environments.map((name) => ({ value: name, label: name })),
            ]}
            value={environment ?? here}
            onChange={(chosen) => setEnvironment(chosen === here ? null : chosen)}
          />
        </FieldGrid>
      )}
      {parameters.length === 0 ? null : (
        <FieldGrid>
          {parameters.map(({ name, type }) => (
            <TextInput
              key={name}
              label={name}
              description={type === 'text' ? undefined : t(`externalSystems.parameterTypes.${type}`)}
              maxLength={2000}
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          ))}
        </FieldGrid>
      )}
      <div className={classes.actions}>
        <Button size="xs" loading={ask.isPending} disabled={isDirty || disabled !== null} onClick={() => ask.mutate()}>
          {t('externalSystems.tryAction')}
        </Button>
        <span role="status">
          {ask.isPending
            ? t('externalSystems.trying')
            : ask.data?.fault === null
              ? t('externalSystems.tried', { count: ask.data.count, ms: ask.data.ms.toLocaleString('en') })
              : null}
        </span>
      </div>
      {ask.isError ? <ErrorBanner title={t('externalSystems.tryFailed')} error={ask.error} /> : null}
      {ask.data === undefined ? null : <Answer answer={ask.data} />}
      {ask.data === undefined || ask.data.members.length === 0 || onPath === undefined ? null : (
        <AnswerMembers members={ask.data.members} paths={paths} onPath={onPath} />
      )}
    </Section>
  )
}

function Answer({ answer: { columns, rows, count, fault } }: { answer: NonNullable<Answered> }) {
  const { t } = useTranslation()
  if (fault !== null)
    return (
      <Banner kind="warning" title={t('externalSystems.tryFault')}>
        {fault}
      </Banner>
    )
  if (rows.length === 0) return <p className={classes.empty}>{t('externalSystems.triedNothing')}</p>
  return (
    <>
      <AnswerTable label={t('externalSystems.answer')} className={classes.scroll} columns={columns} rows={rows} />
      {count > rows.length ? (
        <p className={classes.empty}>{t('externalSystems.triedFirst', { shown: rows.length })}</p>
      ) : null}
    </>
  )
}

type Answered = Awaited<ReturnType<typeof call<typeof api.externalSystems.tryAdapter>>>
