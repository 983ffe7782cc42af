import { Button, Checkbox } from '@mantine/core'
import { api, type PackageImportDetails, type PackageResult, packageResults } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../../components/action-bar/action-bar.tsx'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ChoiceChips } from '../../components/chip/choice-chips.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { SearchInput } from '../../components/search-input/search-input.tsx'
import { call } from '../../lib/api/call.ts'
import { foldText } from '../../lib/fold-text.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { countMissing, type Decisions, noDecisions, presentDecisions } from './decisions.ts'
import { DismissButton } from './dismiss-button.tsx'
import { MappingPanel } from './mapping-panel.tsx'
import classes from './packages.module.css'
import { PlanTable } from './plan-table.tsx'

/** The dry run of an import: the effect of each item, the required decisions, and the button to start. */
export function ImportDecisions({ details }: { details: PackageImportDetails }) {
  const { t } = useTranslation()
  const [, changeAddress] = useSearchState()
  const [decisions, setDecisions] = useState<Decisions>(noDecisions)
  const [filter, setFilter] = useState<PackageResult | 'all'>('all')
  const [search, setSearch] = useState('')
  const params = { id: details.id }
  const start = useMutation({
    mutationFn: () => call(api.packages.start, { params, body: presentDecisions(details, decisions) }),
  })
  const cancel = useMutation({
    mutationFn: () => call(api.packages.cancel, { params }),
    onSuccess: () => changeAddress({ import: undefined }),
  })
  const { isOfInstallation } = details.signature
  const missing = countMissing(details, decisions)
  const text = foldText(search.trim())
  const order = ['conflict', 'refused', 'new', 'update', 'same']
  const items = details.items
    .filter(
      ({ result, name, key }) => (filter === 'all' || result === filter) && foldText(`${name} ${key}`).includes(text),
    )
    .toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result))
  const count = (result: PackageResult) => details.items.filter((item) => item.result === result).length
  return (
    <>
      <PageBody>
        <div className={classes.layout}>
          <div className={classes.main}>
            {start.isError ? <ErrorBanner title={t('packages.startFailed')} error={start.error} /> : null}
            {cancel.isError ? <ErrorBanner title={t('packages.cancelFailed')} error={cancel.error} /> : null}
            {details.signature.trust === 'unknown' ? (
              <Banner
                kind="warning"
                title={
                  isOfInstallation
                    ? t('packages.untrustedWorkplaceTitle', { name: details.origin.workplace })
                    : t('packages.untrustedTitle')
                }
              >
                <p>
                  {isOfInstallation
                    ? t('packages.untrustedWorkplaceText')
                    : t('packages.untrustedText', { fingerprint: details.signature.fingerprint })}
                </p>
                <Checkbox
                  label={isOfInstallation ? t('packages.trustWorkplace') : t('packages.trust')}
                  checked={decisions.isTrusted}
                  onChange={(event) => {
                    const isTrusted = event.currentTarget.checked
                    setDecisions((before) => ({ ...before, isTrusted }))
                  }}
                />
              </Banner>
            ) : null}
            <div className={classes.row}>
              <ChoiceChips
                label={t('packages.filter')}
                value={filter}
                onChange={setFilter}
                choices={[
                  { value: 'all', label: t('packages.all'), count: details.items.length },
                  ...packageResults
                    .filter((result) => count(result) > 0)
                    .map((result) => ({ value: result, label: t(`packageResult.${result}`), count: count(result) })),
                ]}
              />
              <SearchInput size="xs" label={t('packages.searchParts')} value={search} onChange={setSearch} />
            </div>
            <PlanTable
              items={items}
              decisions={decisions.items}
              onDecide={(id, decision) =>
                setDecisions((before) => ({ ...before, items: { ...before.items, [id]: decision } }))
              }
            />
            <p className={classes.note}>{t('packages.allOrNothing')}</p>
          </div>
          <MappingPanel details={details} decisions={decisions} onChange={setDecisions} />
        </div>
      </PageBody>
      <ActionBar note={missing === 0 ? t('packages.ready') : t('packages.missing', { count: missing })}>
        {details.source === null ? (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('packages.cancel')}
          </Button>
        ) : (
          <DismissButton id={details.id} fileName={details.fileName} />
        )}
        <Button variant="filled" disabled={missing > 0} loading={start.isPending} onClick={() => start.mutate()}>
          {t(details.source === null ? 'packages.start' : 'packages.approve')}
        </Button>
      </ActionBar>
    </>
  )
}
