import { Button, Modal } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentDateTime } from '../../lib/dates.ts'
import classes from './drafts.module.css'
import type { DraftRef } from './use-draft-dialogs.ts'

/** The dialog with the entries of a form that can no longer be submitted, for reading and copying. */
export function ReadDraftDialog({ draft, onClose }: { draft: DraftRef; onClose: () => void }) {
  const { t } = useTranslation()
  const asked = useQuery(callQuery(api.drafts.read, { params: { id: draft.id } }))
  const { data } = asked
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ kind: 'success', title: t('drafts.copied') })
    } catch {
      showToast({ kind: 'error', title: t('drafts.copyFailed') })
    }
  }
  const text = data?.entries.map(({ label, text }) => `${label}: ${text}`).join('\n') ?? ''
  return (
    <Modal opened onClose={onClose} title={t('drafts.readTitle', { name: draft.name })} size={560}>
      <QueryFailure query={asked} title={t('drafts.readFailed')} />
      {data === undefined ? null : (
        <>
          <p className={classes.saved}>{t('drafts.readSaved', { when: presentDateTime(data.savedAt) })}</p>
          {data.entries.length === 0 ? <p>{t('drafts.readEmpty')}</p> : null}
          <dl className={classes.entries}>
            {data.entries.map(({ label, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the entries of one draft stay as they are
              <div key={index}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {data.isCut ? <p>{t('drafts.readCut')}</p> : null}
        </>
      )}
      <div className={classes.buttons}>
        <Button onClick={onClose} data-autofocus>
          {t('drafts.close')}
        </Button>
        {text === '' ? null : (
          <Button variant="filled" onClick={() => void copy(text)}>
            {t('drafts.copy')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
