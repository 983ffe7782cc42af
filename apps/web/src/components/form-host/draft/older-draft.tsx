import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { presentDateTime } from '../../../lib/dates.ts'
import { Banner } from '../../banner/banner.tsx'
import classes from './older-draft.module.css'
import type { Offer } from './opening.ts'

/** Differences that are shown at once. */
const maxShown = 12

interface Props {
  readonly offer: Pick<Offer, 'savedAt' | 'changedAt' | 'isOfOtherForm' | 'differences'>
  readonly isPending?: boolean
  readonly onUseMine: () => void
  readonly onKeepCurrent: () => void
}

/**
 * Offers a draft that is older than the values of the form: both times, the differences, and the choice between them.
 */
export function OlderDraft({ offer, isPending = false, onUseMine, onKeepCurrent }: Props) {
  const { t } = useTranslation()
  const { savedAt, changedAt, isOfOtherForm, differences } = offer
  const shown = differences.slice(0, maxShown)
  const present = (text: string) => (text === '' ? t('drafts.noValue') : text)
  return (
    <Banner
      kind="warning"
      title={t('drafts.olderTitle', { when: presentDateTime(savedAt) })}
      actions={
        <>
          <Button size="xs" variant="default" disabled={isPending} onClick={onUseMine}>
            {t('drafts.useMine')}
          </Button>
          <Button size="xs" variant="default" loading={isPending} onClick={onKeepCurrent}>
            {t('drafts.keepCurrent')}
          </Button>
        </>
      }
    >
      <p className={classes.text}>
        {changedAt === null ? t('drafts.olderText') : t('drafts.olderTextAt', { when: presentDateTime(changedAt) })}{' '}
        {isOfOtherForm ? t('drafts.olderForm') : null}
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('drafts.field')}</th>
            <th scope="col">{t('drafts.mine')}</th>
            <th scope="col">{t('drafts.current')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ label, mine, current }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{present(mine)}</td>
              <td>{present(current)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differences.length > shown.length ? (
        <p className={classes.text}>{t('drafts.moreDifferences', { count: differences.length - shown.length })}</p>
      ) : null}
    </Banner>
  )
}
