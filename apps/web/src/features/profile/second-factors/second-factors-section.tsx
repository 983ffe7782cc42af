import '../../../lib/sign-in-texts.ts'
import '../../../lib/second-factor-texts.ts'
import IconKey from 'icon:key'
import { Button } from '@mantine/core'
import { type AnswerOf, api, type SecondFactor, type SecondFactorKind } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessTable } from '../../../components/access/access-table.tsx'
import { Banner } from '../../../components/banner/banner.tsx'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { Age, DateTime } from '../../../components/dates/dates.tsx'
import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { hasPasskeys } from '../../../components/second-factor/passkeys.ts'
import { Section } from '../../../components/section/section.tsx'
import { callQuery } from '../../../lib/api/call-query.ts'
import classes from '../profile.module.css'
import { AddFactorDialog } from './add-factor-dialog.tsx'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import { RenameFactorDialog } from './rename-factor-dialog.tsx'
import { RenewCodesDialog } from './renew-codes-dialog.tsx'

/** The second factors of the own account, and their recovery codes. */
export function SecondFactorsSection() {
  const { t } = useTranslation()
  const query = useQuery(callQuery(api.secondFactors.list))
  const isElsewhere = query.data?.hasPassword === false
  return (
    <Section title={t('secondFactor.title')} hint={t(isElsewhere ? 'secondFactor.hintElsewhere' : 'secondFactor.hint')}>
      <QueryFailure query={query} title={t('secondFactor.failed')} />
      {query.data === undefined ? (
        query.isError ? null : (
          <SkeletonRows count={2} height={34} />
        )
      ) : isElsewhere ? null : (
        <Factors own={query.data} />
      )}
    </Section>
  )
}

function Factors({ own }: { readonly own: AnswerOf<typeof api.secondFactors.list> }) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<SecondFactorKind | null>(null)
  const [renamed, setRenamed] = useState<SecondFactor | null>(null)
  const [removed, setRemoved] = useState<SecondFactor | null>(null)
  const [isRenewing, setRenewing] = useState(false)
  const { factors, isRequired, recoveryCodesLeft: count } = own
  const isLast = factors.length === 1
  const add = (
    <>
      <Button onClick={() => setAdded('totp')}>{t('secondFactor.addApp')}</Button>
      {hasPasskeys() ? <Button onClick={() => setAdded('passkey')}>{t('secondFactor.addPasskey')}</Button> : null}
    </>
  )
  return (
    <>
      {isRequired ? <Banner kind="info" title={t('secondFactor.required')} /> : null}
      {factors.length === 0 ? (
        <EmptyState
          icon={IconKey}
          headingLevel={3}
          title={t('secondFactor.none')}
          text={t('secondFactor.noneText')}
          actions={add}
        />
      ) : (
        <>
          <AccessTable
            label={t('secondFactor.title')}
            rows={factors}
            columns={[
              { head: t('secondFactor.name'), cell: ({ name }) => name },
              { head: t('secondFactor.kindHead'), cell: ({ kind }) => t(`secondFactor.kind.${kind}`) },
              { head: t('secondFactor.added'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
              {
                head: t('secondFactor.lastUsed'),
                cell: ({ lastUsedAt }) =>
                  lastUsedAt === null ? t('secondFactor.notUsed') : <Age since={lastUsedAt} ago />,
              },
            ]}
            end={(factor) => (
              <span className={classes.ends}>
                <Button
                  size="xs"
                  aria-label={t('secondFactor.renameOf', { name: factor.name })}
                  onClick={() => setRenamed(factor)}
                >
                  {t('secondFactor.rename')}
                </Button>
                {isRequired && isLast ? null : (
                  <Button
                    size="xs"
                    aria-label={t('secondFactor.removeOf', { name: factor.name })}
                    onClick={() => setRemoved(factor)}
                  >
                    {t('secondFactor.remove')}
                  </Button>
                )}
              </span>
            )}
          />
          <p className={classes.note}>{t('secondFactor.codesLeft', { count })}</p>
          <div className={classes.choices}>
            {add}
            <Button onClick={() => setRenewing(true)}>{t('secondFactor.renewCodes')}</Button>
          </div>
        </>
      )}
      <AddFactorDialog kind={added} onClose={() => setAdded(null)} />
      <RenameFactorDialog factor={renamed} onClose={() => setRenamed(null)} />
      <RemoveFactorDialog factor={removed} isLast={isLast} onClose={() => setRemoved(null)} />
      <RenewCodesDialog isOpen={isRenewing} onClose={() => setRenewing(false)} />
    </>
  )
}
