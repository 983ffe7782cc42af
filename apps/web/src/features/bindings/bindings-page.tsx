import IconPlug from 'icon:plug'
import IconPlus from 'icon:plus'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { BindingDialog } from './binding-dialog.tsx'
import { BindingTable } from './binding-table.tsx'

/** The bindings of Java classes and beans that models name. An address with a name opens its binding. */
export function Page() {
  const { t } = useTranslation()
  const [{ name }, setSearch] = useSearchState()
  const bindings = useQuery(callQuery(api.bindings.list))
  const [isAdding, setAdding] = useState(false)
  const { data } = bindings
  const add = (
    <Button
      size="xs"
      variant="filled"
      leftSection={<IconPlus size={15} stroke={1.6} />}
      onClick={() => setAdding(true)}
    >
      {t('bindings.add')}
    </Button>
  )
  const close = () => {
    setAdding(false)
    setSearch({ name: undefined }, { replace: true })
  }
  return (
    <>
      <PageHeader help={t('bindings.help')} actions={data === undefined || data.length === 0 ? null : add} />
      <PageBody>
        <QueryFailure query={bindings} title={t('bindings.failed')} />
        {data === undefined && !bindings.isError ? <SkeletonRows count={4} height={40} /> : null}
        {data?.length === 0 ? (
          <EmptyState icon={IconPlug} title={t('bindings.noneTitle')} text={t('bindings.noneText')} actions={add} />
        ) : null}
        {data === undefined || data.length === 0 ? null : (
          <BindingTable bindings={data} onEdit={(binding) => setSearch({ name: binding })} />
        )}
      </PageBody>
      {data === undefined ? null : (
        <BindingDialog asked={name || (isAdding ? '' : null)} bindings={data} onClose={close} />
      )}
    </>
  )
}
