import '@mantine/core/styles/NumberInput.layer.css'
import { type DocumentProblem, type FormDocument, parseDocument } from '@millrace/forms'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../web/src/components/banner/banner.tsx'
import { DesignRoom } from '../../web/src/components/design-page/design-room.tsx'
import { showToast } from '../../web/src/components/toast/show-toast.tsx'
import type { DesignerDetail, DesignerPort } from './designer-port.ts'
import { HiddenFields } from './frame/hidden-fields.tsx'
import { type OpenedProps, Workbench } from './frame/workbench.tsx'
import { DesignerStore } from './store/designer-store.ts'
import { StoreContext } from './store/use-designer.ts'
import { AdaptersContext } from './work/adapters-context.ts'
import { DataListsContext } from './work/data-lists-context.ts'
import { useLoad } from './work/use-load.ts'

export interface DesignerProps {
  readonly port: DesignerPort
  /** The design in the address: an application's form, or a form template. */
  readonly target: DesignTarget
  /** The path before the addresses of the product; empty where it has none. */
  readonly contextPath: string
  /** The user and workplace whose unsaved changes are kept in this browser. */
  readonly owner: { readonly workplace: string; readonly user: string; readonly userId: string }
  /** Leads back to where the form is listed. */
  readonly back: ReactNode
  /** Asks before unsaved work is left behind. */
  readonly Guard: ComponentType<{ isDirty: () => boolean }>
  /** The help page of the designer, where the server names no other. */
  readonly helpUrl: string
}

export type DesignTarget =
  | { readonly kind: 'form'; readonly applicationId: string; readonly formId: string }
  | { readonly kind: 'template'; readonly formTemplateId: string }

/** The form designer: loads the design, and shows it as unchanged (specification, section 4). */
export function Designer(props: DesignerProps) {
  const { t } = useTranslation()
  const { port, target, contextPath } = props
  const detail = useLoad(port.load)
  const title = t(target.kind === 'template' ? 'designer.templateTitle' : 'designer.title')
  if (detail.error !== null)
    return (
      <DesignRoom
        back={props.back}
        title={title}
        failure={{ title: t('catalogue.request'), error: detail.error, onRetry: detail.retry }}
      />
    )
  if (detail.data === null) return <DesignRoom back={props.back} title={title} />
  return (
    <>
      <HiddenFields target={target} name={detail.data.name} timeout={detail.data.timeout} contextPath={contextPath} />
      <OpenedDesigner key={detail.data.version} {...props} detail={detail.data} onOutdated={detail.retry} />
    </>
  )
}

function OpenedDesigner(props: OpenedProps) {
  const { t } = useTranslation()
  const { detail, target, back } = props
  const [opened] = useState(() => openDocument(detail, target))
  useEffect(() => {
    if (detail.designerJson === null)
      showToast({
        kind: 'error',
        title: t('designer.emptyDesign'),
        text: t('designer.emptyDesignNext'),
        about: 'designer.empty',
      })
  }, [detail, t])
  if (!opened.ok)
    return (
      <DesignRoom back={back} title={detail.name}>
        <Banner kind="error" title={t('designer.unreadable')}>
          <ul>
            {opened.problems.slice(0, 20).map((problem) => (
              <li key={`${problem.at} ${problem.message}`}>{problem.message}</li>
            ))}
          </ul>
        </Banner>
      </DesignRoom>
    )
  return (
    <StoreContext value={opened.store}>
      <DataListsContext value={props.port.listDataLists}>
        <AdaptersContext value={props.port.listAdapters}>
          <Workbench {...props} />
        </AdaptersContext>
      </DataListsContext>
    </StoreContext>
  )
}

type Opened =
  | { readonly ok: true; readonly store: DesignerStore }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

function openDocument({ designerJson }: DesignerDetail, target: DesignTarget): Opened {
  if (designerJson === null) return { ok: true, store: new DesignerStore(createEmpty(target)) }
  const read = parseDocument(designerJson)
  return read.ok ? { ok: true, store: new DesignerStore(read.document) } : read
}

function createEmpty(target: DesignTarget): FormDocument {
  return {
    schema: 2,
    id: target.kind === 'form' ? target.formId : target.formTemplateId,
    settings: { mode: 'single', locales: ['en'], defaultLocale: 'en', submitActions: [] },
    i18n: {},
    root: [],
  }
}
