import { api } from '@millrace/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { DesignerPage } from './designer-page.tsx'
import { createFormPort, createTemplatePort } from './designer-port.ts'

/** The two form designers, each under the name of its help. */
export { FormDesigner as formDesigner, TemplateDesigner as formTemplateDesigner }

/** The designer of an application's form. */
function FormDesigner() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { applicationId = '', formId = '' } = useParams({ strict: false })
  const [{ process, element }] = useSearchState()
  const { data } = useQuery(callQuery(api.forms.get, { params: { appId: applicationId, formId } }))
  const port = useMemo(() => createFormPort(client, { appId: applicationId, formId }), [client, applicationId, formId])
  return (
    <DesignerPage
      key={formId}
      target={{ kind: 'form', applicationId, formId }}
      port={port}
      title={t('pages.formDesigner')}
      backPath={designPaths.form(applicationId, formId)}
      cameFrom={
        process === undefined
          ? null
          : { to: designPaths.modeller(applicationId, process), search: element === undefined ? {} : { element } }
      }
      application={data?.application ?? null}
      help="formDesigner"
    />
  )
}

/** The designer of a form template. */
function TemplateDesigner() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { formTemplateId = '' } = useParams({ strict: false })
  const port = useMemo(() => createTemplatePort(client, formTemplateId), [client, formTemplateId])
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
