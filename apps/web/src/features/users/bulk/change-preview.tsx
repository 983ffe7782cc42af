import { Button } from '@mantine/core'
import type { UserChangeOfMany } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { describeRefusal } from '../../../lib/api/describe-error.ts'
import type { Translate } from '../../../lib/i18n.ts'
import classes from './bulk.module.css'
import type { UserResult } from './run-change.ts'

interface Props {
  readonly change: UserChangeOfMany
  readonly results: readonly UserResult[]
  readonly onBack: () => void
  readonly onApply: () => void
  readonly onClose: () => void
}

/** The maximum number of listed users of each kind. All of them are counted. */
const most = 100

/** Shows what a change does to each user: who changes and how, who stays, and who is skipped and why. */
export function ChangePreview({ change, results, onBack, onApply, onClose }: Props) {
  const { t } = useTranslation()
  const of = (kind: UserResult['outcome']['result']) => results.filter(({ outcome }) => outcome.result === kind)
  const [changed, same, refused] = [of('changed'), of('same'), of('refused')]
  const counted = (key: 'changed' | 'same' | 'refused', { length: count }: readonly unknown[]) =>
    t(`userChanges.${key}`, { count, number: count.toLocaleString('en') })
  return (
    <div className={classes.content}>
      <p role="status" className="tn">
        {[counted('changed', changed), counted('same', same), counted('refused', refused)].join(' · ')}
      </p>
      <UserTable
        heading={counted('changed', changed)}
        head={t('userChanges.difference')}
        results={changed}
        describe={(result) => describeDifference(t, change, result)}
      />
      <UserTable
        heading={counted('refused', refused)}
        head={t('userChanges.why')}
        results={refused}
        describe={({ outcome: { code, message } }) => describeRefusal({ code: code ?? '', message: message ?? '' })}
      />
      {changed.length === 0 ? <p>{t('userChanges.nothing')}</p> : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button data-autofocus onClick={onBack}>
          {t('userChanges.back')}
        </Button>
        <Button variant="filled" disabled={changed.length === 0} onClick={onApply}>
          {t('userChanges.apply', { count: changed.length, number: changed.length.toLocaleString('en') })}
        </Button>
      </div>
    </div>
  )
}

function describeDifference(t: Translate, { kind }: UserChangeOfMany, { outcome }: UserResult): string {
  if (kind === 'disable') return t('userChanges.isDisabled')
  if (kind === 'restore') return t('userChanges.isRestored')
  return [
    outcome.added.length === 0 ? null : t('userChanges.gets', { names: outcome.added.join(', ') }),
    outcome.removed.length === 0 ? null : t('userChanges.loses', { names: outcome.removed.join(', ') }),
  ]
    .filter((part) => part !== null)
    .join('; ')
}

interface UserTableProps {
  readonly heading: string
  readonly head: string
  readonly results: readonly UserResult[]
  readonly describe: (result: UserResult) => string
}

/** Users with a text beside each: the first ones, and how many more there are. */
export function UserTable({ heading, head, results, describe }: UserTableProps) {
  const { t } = useTranslation()
  if (results.length === 0) return null
  const more = results.length - most
  return (
    <section className={classes.part}>
      <h3>{heading}</h3>
      <ScrollRegion label={heading} className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('userChanges.user')}</th>
              <th scope="col">{head}</th>
            </tr>
          </thead>
          <tbody>
            {results.slice(0, most).map((result) => (
              <tr key={result.user.id}>
                <th scope="row" title={result.user.username}>
                  {result.user.name}
                </th>
                <td>{describe(result)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {more > 0 ? (
        <p className={classes.quiet}>{t('userChanges.more', { count: more, number: more.toLocaleString('en') })}</p>
      ) : null}
    </section>
  )
}
