import '../../lib/mail-editor-texts.ts'
import type { MailPreview as Preview } from '@millrace/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error.ts'
import { describeFault } from '../../lib/api/describe-fault.ts'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { Section } from '../section/section.tsx'
import classes from './mail.module.css'

interface Props {
  readonly hint: string
  readonly preview: Pick<UseQueryResult<Preview>, 'data' | 'isError' | 'error'>
}

/** The preview of a mail as the server would send it. */
export function MailPreview({ hint, preview: { data, isError, error } }: Props) {
  const { t } = useTranslation()
  return (
    <Section title={t('mailEditor.preview')} hint={hint}>
      {isError ? <ErrorBanner title={t('mailEditor.previewFailed')} error={error} comfort={listFaults(error)} /> : null}
      {data === undefined && !isError ? <div className={classes.coming} /> : null}
      {data === undefined ? null : (
        <>
          {data.missing.length === 0 ? null : (
            <Banner kind="warning" title={t('mailEditor.missing', { count: data.missing.length })}>
              {data.missing.map(({ placeholder }) => placeholder).join(', ')}
            </Banner>
          )}
          <section className={classes.preview} aria-label={t('mailEditor.previewOf')}>
            <div className={classes.subject}>{data.subject}</div>
            <div
              className={classes.content}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server, with what the values bring as text
              dangerouslySetInnerHTML={{ __html: data.html }}
            />
          </section>
        </>
      )}
    </Section>
  )
}

/** Returns the errors from the server as a text, because the preview has no fields to show them at. */
function listFaults(error: unknown): string {
  return error instanceof ApiError ? error.details.map(({ message }) => describeFault(message)).join(' ') : ''
}
