import { Button, NumberInput, Select } from '@mantine/core'
import { api, type DataList, type DataListFeed, type FeedFields, feedLimits, feedModes } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './data-lists.module.css'
import { FeedRuns } from './feed-runs.tsx'

const calls = api.dataListFeeds

/** The adapter that feeds a data list, its schedule, and its runs. */
export function ListFeed({ list }: { readonly list: DataList }) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(calls.get, { params: { id: list.id } }))
  return (
    <PageBody>
      <QueryFailure query={query} title={t('dataLists.feedFailed')} />
      {query.data === undefined ? null : (
        <>
          <FeedForm key={query.data.feed?.updatedAt ?? ''} list={list} saved={query.data} />
          <FeedRuns runs={query.data.runs} />
        </>
      )}
    </PageBody>
  )
}

const begun: FeedFields = { adapter: '', mode: 'add', everyMinutes: null, thresholdPercent: 20 }

function FeedForm({ list: { id, disabled }, saved }: { readonly list: DataList; readonly saved: DataListFeed }) {
  const { t } = useTranslation()
  const params = { id }
  const { adapter, mode, everyMinutes, thresholdPercent } = saved.feed ?? begun
  const [draft, setDraft] = useState<FeedFields>({ adapter, mode, everyMinutes, thresholdPercent })
  const set = (part: Partial<FeedFields>) => setDraft({ ...draft, ...part })
  const adapters = useQuery(callQuery(api.externalSystems.adapters, {}))
  const save = useMutation({
    mutationFn: () => call(calls.save, { params, body: draft }),
    onSuccess: () => showToast({ kind: 'success', title: t('dataLists.feedSaved') }),
  })
  const remove = useMutation({
    mutationFn: () => call(calls.remove, { params }),
    onSuccess: () => showToast({ kind: 'success', title: t('dataLists.feedRemoved') }),
  })
  const run = useMutation({
    mutationFn: (how: { isPreview: boolean; confirms: string | null }) => call(calls.run, { params, body: how }),
  })
  const isLocked = disabled !== null
  const isDirty =
    saved.feed === null ||
    (Object.keys(draft) as (keyof FeedFields)[]).some((name) => draft[name] !== saved.feed?.[name])
  const error = save.error
  const names = adapters.data?.map((one) => ({ value: one.key, label: `${one.name} (${one.system})` })) ?? []
  const [last] = saved.runs
  return (
    <Section title={t('dataLists.feedTitle')} hint={t('dataLists.feedHint')}>
      <FieldGrid>
        <Select
          label={t('dataLists.feedAdapter')}
          description={t('dataLists.feedAdapterHelp')}
          required
          searchable
          allowDeselect={false}
          disabled={isLocked}
          data={
            draft.adapter === '' || names.some(({ value }) => value === draft.adapter)
              ? names
              : [...names, { value: draft.adapter, label: draft.adapter }]
          }
          value={draft.adapter === '' ? null : draft.adapter}
          error={describeFaultOf(error, 'adapter')}
          onChange={(chosen) => set({ adapter: chosen ?? '' })}
        />
        <Select
          label={t('dataLists.feedMode')}
          allowDeselect={false}
          disabled={isLocked}
          data={feedModes.map((value) => ({ value, label: t(`dataLists.feedModes.${value}`) }))}
          value={draft.mode}
          onChange={(chosen) => set({ mode: chosen ?? draft.mode })}
        />
        <NumberInput
          label={t('dataLists.feedEvery')}
          description={t('dataLists.feedEveryHelp')}
          readOnly={isLocked}
          min={feedLimits.shortest}
          max={feedLimits.longest}
          allowDecimal={false}
          value={draft.everyMinutes ?? ''}
          error={describeFaultOf(error, 'everyMinutes')}
          onChange={(value) => set({ everyMinutes: value === '' ? null : Number(value) })}
        />
        <NumberInput
          label={t('dataLists.feedThreshold')}
          description={t('dataLists.feedThresholdHelp')}
          readOnly={isLocked}
          min={0}
          max={100}
          allowDecimal={false}
          value={draft.thresholdPercent}
          error={describeFaultOf(error, 'thresholdPercent')}
          onChange={(value) => set({ thresholdPercent: Number(value) })}
        />
      </FieldGrid>
      {saved.feed?.needsSetUp === true ? (
        <Banner kind="warning" title={t('dataLists.feedSetUpTitle')}>
          {t('dataLists.feedSetUpText')}
        </Banner>
      ) : null}
      {last?.outcome === 'held' ? (
        <Banner
          kind="warning"
          title={t('dataLists.feedHeldTitle')}
          actions={
            <Button
              size="xs"
              loading={run.isPending}
              disabled={isDirty || isLocked}
              onClick={() => run.mutate({ isPreview: false, confirms: last.id })}
            >
              {t('dataLists.feedConfirm')}
            </Button>
          }
        >
          {last.message}
        </Banner>
      ) : null}
      {error === null ? null : <ErrorBanner title={t('dataLists.feedSaveFailed')} error={error} />}
      {run.isError ? <ErrorBanner title={t('dataLists.feedRunFailed')} error={run.error} /> : null}
      {isLocked ? null : (
        <div className={classes.feedActions}>
          <Button
            size="xs"
            variant="filled"
            loading={save.isPending}
            disabled={(!isDirty && saved.feed?.needsSetUp !== true) || draft.adapter === ''}
            onClick={() => save.mutate()}
          >
            {t('dataLists.feedSave')}
          </Button>
          {saved.feed === null ? null : (
            <>
              <Button
                size="xs"
                loading={run.isPending}
                disabled={isDirty}
                onClick={() => run.mutate({ isPreview: true, confirms: null })}
              >
                {t('dataLists.feedPreview')}
              </Button>
              <Button
                size="xs"
                loading={run.isPending}
                disabled={isDirty}
                onClick={() => run.mutate({ isPreview: false, confirms: null })}
              >
                {t('dataLists.feedRun')}
              </Button>
              <Button size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
                {t('dataLists.feedRemove')}
              </Button>
            </>
          )}
        </div>
      )}
    </Section>
  )
}
