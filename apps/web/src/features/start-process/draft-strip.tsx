import '../../lib/page-texts.ts'
import IconPencil from 'icon:pencil'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentDateTime } from '../../lib/dates.ts'
import classes from './draft-strip.module.css'

/** The newest start form that the user can continue, with a link to all of them. */
export default function DraftStrip({ count }: { count: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(callQuery(api.drafts.starts, { query: { size: 1, state: 'open,new-version' } }))
  const draft = data?.items[0]
  if (draft === undefined || draft.definitionId === null) return null
  return (
    <section className={classes.strip} aria-label={t('drafts.continueDraft')}>
      <IconPencil size={16} stroke={1.6} aria-hidden />
      <b>{t('drafts.continueDraft')}</b>
      <span className={classes.what}>
        {t('drafts.draftSaved', { name: draft.name, when: presentDateTime(draft.savedAt) })}
      </span>
      {count > 1 ? <Link to={paths.processDrafts}>{t('drafts.all', { count })}</Link> : null}
      <Link to={paths.startForm(draft.definitionId)}>{t('drafts.openDraft')}</Link>
    </section>
  )
}
