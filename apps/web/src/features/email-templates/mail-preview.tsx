import { useDebouncedValue } from '@mantine/hooks'
import { api } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import classes from './email-templates.module.css'
import { type MailDraft, readSample } from './mail-draft.ts'

/** The mail as the server would send it, a moment after somebody has typed. */
export function MailPreview({ draft, sample }: { draft: MailDraft; sample: string }) {
  const { t } = useTranslation()
  const { subject, html } = draft
  const values = readSample(sample)
  const [body] = useDebouncedValue(values === null ? null : JSON.stringify({ subject, html, sample: values }), 400)
  const preview = useQuery({
    queryKey: keyOf(api.emailTemplates.preview, body),
    queryFn: () => call(api.emailTemplates.preview, { body: JSON.parse(body ?? '{}') }),
    enabled: body !== null && subject.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data, isError, error } = preview
  return (
    <Section title={t('emailTemplates.preview')} hint={t('emailTemplates.previewHint')}>
      {isError ? <ErrorBanner title={t('emailTemplates.previewFailed')} error={error} /> : null}
      {data === undefined ? null : (
        <>
          {data.missing.length === 0 ? null : (
            <Banner kind="warning" title={t('emailTemplates.missing', { count: data.missing.length })}>
              {data.missing.map(({ placeholder }) => placeholder).join(', ')}
            </Banner>
          )}
          <section className={classes.preview} aria-label={t('emailTemplates.previewOf')}>
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
