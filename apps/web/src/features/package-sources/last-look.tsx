import { Button } from '@mantine/core'
import { api, type PackageSource } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { Section } from '../../components/section/section.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import classes from './package-sources.module.css'

interface Props {
  readonly source: PackageSource
  readonly isDirty: boolean
}

const kinds = { ok: 'success', retry: 'warning', failed: 'error' } as const

/** The result of the last check of a package source, and the button that orders a check. */
export function LastLook({ source, isDirty }: Props) {
  const { t } = useTranslation()
  const { id, actsAs, isAsked, lookedAt, outcome, message, waitingImport } = source
  const look = useMutation({ mutationFn: () => call(api.packageSources.look, { params: { id } }) })
  return (
    <Section title={t('packageSource.looks')} hint={t(isDirty ? 'packageSource.saveFirst' : 'packageSource.looksHint')}>
      <p className={classes.note}>
        {actsAs === null ? t('packageSource.actsAsNobody') : t('packageSource.actsAs', { user: actsAs })}
      </p>
      {look.isError ? <ErrorBanner title={t('packageSource.lookFailed')} error={look.error} /> : null}
      {outcome === null || lookedAt === null ? (
        <p className={classes.note}>{t('packageSource.never')}</p>
      ) : (
        <Banner kind={kinds[outcome]} title={t(`packageSource.${outcome}Title`)}>
          {message} {t('packageSource.lookedAt')} <DateTime at={lookedAt} />.
        </Banner>
      )}
      {source.disabled === null ? (
        <div className={classes.row}>
          <Button size="xs" disabled={isDirty} loading={look.isPending || isAsked} onClick={() => look.mutate()}>
            {t(isAsked ? 'packageSource.looking' : 'packageSource.look')}
          </Button>
          {waitingImport === null ? null : (
            <LinkButton to={paths.importExport} search={{ import: waitingImport }} size="xs">
              {t('packageSource.decide')}
            </LinkButton>
          )}
        </div>
      ) : null}
    </Section>
  )
}
