import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { designPaths } from '../../config/design-paths.ts'
import { DesignerPage } from './designer-page.tsx'
import { createFormPort, createTemplatePort } from './designer-port.ts'

/** The designer of an application's form; of a form template where the address has one. */
export function Page() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { applicationId = '', formId = '', formTemplateId } = useParams({ strict: false })
  const port = useMemo(
    () =>
      formTemplateId === undefined
        ? createFormPort(client, { appId: applicationId, formId })
        : createTemplatePort(client, formTemplateId),
    [client, applicationId, formId, formTemplateId],
  )
  if (formTemplateId === undefined)
    return (
      <DesignerPage
        key={formId}
        target={{ kind: 'form', applicationId, formId }}
        port={port}
        title={t('pages.formDesigner')}
        backPath={designPaths.form(applicationId, formId)}
        help="formDesigner"
      />
    )
  return (
    <DesignerPage
      key={formTemplateId}
      target={{ kind: 'template', formTemplateId }}
      port={port}
      title={t('pages.formTemplateDesigner')}
      backPath={designPaths.formTemplate(formTemplateId)}
      help="formTemplateDesigner"
    />
  )
}
