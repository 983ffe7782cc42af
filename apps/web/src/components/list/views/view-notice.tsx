import type { ListDescription } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../banner/banner.tsx'
import type { UsedList } from '../use-list.ts'
import { listStaleParts } from './view-address.ts'
import classes from './view-notice.module.css'

/** A notice about a view in the address that does not exist, or names parts that the list no longer has. */
export function ViewNotice<L extends ListDescription, Row>({ used: { list, views } }: { used: UsedList<L, Row> }) {
  const { t } = useTranslation()
  const { current, isGone, error } = views
  if (isGone) return <Notice title={t('listViews.goneTitle')} text={t('listViews.goneText')} />
  if (error !== null) return <Notice title={t('listViews.failedTitle')} text={t('listViews.failedText')} />
  const parts = current === null ? [] : listStaleParts(list, current)
  if (parts.length === 0) return null
  const text = current?.mayChange ? 'listViews.staleText' : 'listViews.staleOthersText'
  return <Notice title={t('listViews.staleTitle')} text={t(text, { parts: parts.join(', ') })} />
}

function Notice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={classes.notice}>
      <Banner kind="warning" title={title}>
        {text}
      </Banner>
    </div>
  )
}
