import { Button, Checkbox, Switch } from '@mantine/core'
import { api, type PackageContent } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { SearchInput } from '../../components/search-input/search-input.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery, keyOf } from '../../lib/api/call-query.ts'
import { saveFile } from '../../lib/api/download.ts'
import { foldText } from '../../lib/fold-text.ts'
import classes from './packages.module.css'

/** Items that are shown at a time: a search narrows them down. */
const most = 200

/** The section that chooses items, shows the items that they need, and exports them. */
export function ExportSection() {
  const { t } = useTranslation()
  const contents = useQuery(callQuery(api.packages.contents))
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [withRows, setWithRows] = useState(false)
  const items = contents.data?.items ?? []
  const text = foldText(search.trim())
  const found = items.filter((item) =>
    foldText(`${item.name} ${item.key} ${t(`packageKinds.${item.kind}`)}`).includes(text),
  )
  const refs = items.filter((item) => chosen.includes(idOf(item))).map(({ kind, key }) => ({ kind, key }))
  const body = { items: refs, withRows }
  const preview = useQuery({
    queryKey: keyOf(api.packages.preview, body),
    queryFn: () => call(api.packages.preview, { body }),
    enabled: refs.length > 0,
    placeholderData: keepPreviousData,
  })
  const run = useMutation({
    mutationFn: () => call(api.packages.export, { body }),
    onSuccess: (file) => {
      saveFile(file)
      showToast({ kind: 'success', title: t('packages.exported') })
    },
  })
  return (
    <Section title={t('packages.exportTitle')} hint={t('packages.exportHint')}>
      <QueryFailure query={contents} title={t('packages.contentsFailed')} />
      <SearchInput label={t('packages.search')} value={search} onChange={setSearch} />
      <ScrollRegion label={t('packages.items')} className={classes.scroll}>
        <div className={classes.choices}>
          {contents.isPending ? <SkeletonRows count={6} height={32} /> : null}
          {contents.isPending || found.length > 0 ? null : (
            <p className={classes.note}>{t(items.length === 0 ? 'packages.nothing' : 'packages.noMatch')}</p>
          )}
          {found.slice(0, most).map((item) => (
            <Checkbox
              key={idOf(item)}
              label={item.name}
              description={describe(item)}
              checked={chosen.includes(idOf(item))}
              onChange={(event) => {
                const isChosen = event.currentTarget.checked
                const id = idOf(item)
                setChosen((before) => (isChosen ? [...before, id] : before.filter((one) => one !== id)))
              }}
            />
          ))}
          {found.length > most || contents.data?.isMore ? <p className={classes.note}>{t('packages.more')}</p> : null}
        </div>
      </ScrollRegion>
      <Switch
        label={t('packages.withRows')}
        checked={withRows}
        onChange={(event) => setWithRows(event.currentTarget.checked)}
      />
      <p className={classes.note}>{t('packages.secrets')}</p>
      <QueryFailure query={preview} title={t('packages.previewFailed')} />
      {refs.length === 0 || preview.data === undefined ? null : <Preview {...preview.data} />}
      {run.isError ? <ErrorBanner title={t('packages.exportFailed')} error={run.error} /> : null}
      <div className={classes.row}>
        <Button variant="filled" disabled={refs.length === 0} loading={run.isPending} onClick={() => run.mutate()}>
          {t('packages.export')}
        </Button>
        <span className={classes.note}>{t('packages.chosen', { count: refs.length })}</span>
      </div>
    </Section>
  )

  function describe({ kind, key, application }: PackageContent): string {
    return [t(`packageKinds.${kind}`), key, application].filter((one) => one !== null).join(' · ')
  }
}

function Preview({
  items,
  notes,
}: {
  readonly items: readonly (PackageContent & { readonly isChosen: boolean; readonly neededBy: string | null })[]
  readonly notes: readonly string[]
}) {
  const { t } = useTranslation()
  return (
    <div className={classes.block}>
      <p className={classes.note}>{t('packages.willContain', { count: items.length })}</p>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={idOf(item)}>
            {t(`packageKinds.${item.kind}`)} {item.name}
            {item.isChosen || item.neededBy === null ? null : (
              <span className={classes.note}> ({t('packages.neededBy', { name: item.neededBy })})</span>
            )}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </div>
  )
}

function idOf({ kind, key }: Pick<PackageContent, 'kind' | 'key'>): string {
  return `${kind} ${key}`
}
