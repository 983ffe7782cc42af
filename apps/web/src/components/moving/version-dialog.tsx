import { Button, Modal } from '@mantine/core'
import { api, type InstanceSelection } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import type { ManyModeKind } from './modes.tsx'
import classes from './moving.module.css'
import { keepSelection } from './selections.ts'

interface Props {
  readonly kind: ManyModeKind
  readonly selection: InstanceSelection
  readonly onClose: () => void
}

/** Opens the plan for the version of the selected instances. If they belong to several versions, it asks for one. */
export function VersionDialog({ kind, selection, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isEnded = kind === 'restart'
  const counted = useQuery({
    queryKey: ['versions of selection', kind, selection],
    queryFn: () => call(api.moves.versions, { body: { selection, isEnded } }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const items = counted.data?.items
  const open = (id: string) =>
    void navigate({
      to: paths.definition(id),
      search: { mode: kind, selection: keepSelection(selection) } as never,
    })
  const only = items?.length === 1 ? items[0]?.id : undefined
  const openOnly = useEffectEvent(() => {
    if (only !== undefined) open(only)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function of the effect reads it
  useEffect(() => openOnly(), [only])
  return (
    <Modal opened onClose={onClose} title={t('moves.chooseVersion')} size={480}>
      <div className={classes.form}>
        {counted.isError ? (
          <ErrorBanner title={t('moves.versionsFailed')} error={counted.error} onRetry={() => void counted.refetch()} />
        ) : items === undefined || only !== undefined ? (
          <SkeletonRows count={2} height={34} />
        ) : items.length === 0 ? (
          <p>{t(isEnded ? 'moves.noEndedVersions' : 'moves.noVersions')}</p>
        ) : (
          <>
            <p>{t('moves.chooseVersionText')}</p>
            <ul className={classes.versions}>
              {items.map(({ id, name, version, count }) => (
                <li key={id}>
                  <Button fullWidth justify="space-between" onClick={() => open(id)}>
                    {t('moves.versionOf', { name, version })} –{' '}
                    {t('moves.versionCount', { count, number: count.toLocaleString('en') })}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </div>
      </div>
    </Modal>
  )
}
