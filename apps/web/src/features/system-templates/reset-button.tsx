import { Button } from '@mantine/core'
import { api, type SystemTemplate } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

interface Props {
  readonly template: SystemTemplate
  readonly onReset: (template: SystemTemplate) => void
}

/**
 * The button that resets a text to the default of the product; a text for one language, to the text for all languages.
 */
export function ResetButton({ template: { mail, language, revision }, onReset }: Props) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const name = t(`systemMail.${mail}`)
  const reset = useMutation({
    mutationFn: () => call(api.systemTemplates.reset, { params: { mail }, query: { language, revision } }),
    onSuccess: (template) => {
      setAsked(false)
      onReset(template)
      showToast({ kind: 'success', title: t('systemTemplates.resetDone'), text: name })
    },
  })
  return (
    <>
      <Button size="xs" onClick={() => setAsked(true)}>
        {t('systemTemplates.reset')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('systemTemplates.resetTitle', { name })}
        action={t('systemTemplates.resetAction')}
        isDangerous
        isPending={reset.isPending}
        error={reset.isError ? <ErrorBanner title={t('systemTemplates.resetFailed')} error={reset.error} /> : null}
        onConfirm={() => reset.mutate()}
        onClose={() => {
          setAsked(false)
          reset.reset()
        }}
      >
        {t(language === '' ? 'systemTemplates.resetText' : 'systemTemplates.resetLanguageText')}
      </ConfirmDialog>
    </>
  )
}
