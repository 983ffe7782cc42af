import { Button } from '@mantine/core'
import { type ApplicationForm, api, limits } from '@millrace/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { NameDialog } from './name-dialog.tsx'

/** The button that copies a form template under another name. */
export function CopyTemplateButton({ template: { id, name } }: { template: ApplicationForm }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        {t('record.copy')}
      </Button>
      <NameDialog
        isOpen={isAsking}
        title={t('forms.copyTitle', { name })}
        name={t('record.copyName', { name }).slice(0, limits.name)}
        action={t('forms.copyAction')}
        failed={t('designs.copyFailed')}
        done={() => t('forms.copied', { name })}
        onName={(copy) => call(api.formTemplates.copy, { params: { id }, body: { name: copy } })}
        onDone={(made) => {
          setAsking(false)
          void navigate({ to: designPaths.formTemplate(made.id) })
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
