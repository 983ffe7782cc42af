import IconArrowLeft from 'icon:arrow-left'
import { ActionIcon } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DesignTarget } from '../../../../form-designer/src/designer.tsx'
import type { DesignerPort } from '../../../../form-designer/src/designer-port.ts'
import { Banner } from '../../components/banner/banner.tsx'
import { ApplicationLink } from '../../components/design-page/application-link.tsx'
import { DesignRoom } from '../../components/design-page/design-room.tsx'
import { Link } from '../../components/link/link.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { KeptGuard } from '../../components/unsaved/kept-guard.tsx'
import { paths } from '../../config/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { type LoadedDesigner, loadDesigner, removeDesigner } from './load-designer.ts'

interface Props {
  readonly target: DesignTarget
  readonly port: DesignerPort
  readonly title: string
  /** The page of what is designed. */
  readonly backPath: string
  /** The element of a drawing that led here, to which it leads back instead. */
  readonly cameFrom?: { readonly to: string; readonly search: Readonly<Record<string, string>> } | null
  /** The application of a form; null for a template, and until it is known. */
  readonly application?: { readonly id: string; readonly name: string } | null
  readonly help: string
}

type State = { readonly kind: 'loading' | 'failed' } | { readonly kind: 'ready'; readonly loaded: LoadedDesigner }

/**
 * Loads the bundle of the designer for a signed-in user, shows the designer, and removes it when the user leaves the
 * page.
 */
export function DesignerPage({ target, port, title, backPath, cameFrom = null, application = null, help }: Props) {
  const { t } = useTranslation()
  const { workplaces, userId, username } = useSession()
  const [state, setState] = useState<State>({ kind: 'loading' })
  useDocumentTitle(title)
  useEffect(() => {
    const left = new AbortController()
    loadDesigner(left.signal).then(
      (loaded) => left.signal.aborted || setState({ kind: 'ready', loaded }),
      () => {
        if (left.signal.aborted) return
        setState({ kind: 'failed' })
        showToast({ kind: 'error', title: t('pageCatalogue.formDesignerScripts'), about: 'designer.scripts' })
      },
    )
    return () => {
      left.abort()
      removeDesigner()
    }
  }, [t])
  const back = (
    <>
      <ActionIcon
        renderRoot={(root: object) => (
          <Link
            {...root}
            {...(cameFrom ?? { to: backPath })}
            aria-label={t(cameFrom === null ? 'tool.back' : 'forms.backToProcess')}
          />
        )}
      >
        <IconArrowLeft size={17} stroke={1.6} />
      </ActionIcon>
      {application === null ? null : <ApplicationLink {...application} />}
    </>
  )
  if (state.kind === 'ready') {
    const { Designer } = state.loaded
    return (
      <Designer
        target={target}
        port={port}
        contextPath=""
        owner={{ workplace: workplaces.selected, user: username, userId }}
        back={back}
        Guard={KeptGuard}
        helpUrl={paths.help(help)}
      />
    )
  }
  return (
    <DesignRoom back={back} title={title}>
      {state.kind === 'failed' ? (
        <Banner kind="error" title={t('pageCatalogue.formDesignerScripts')}>
          {t('tool.reload')}
        </Banner>
      ) : undefined}
    </DesignRoom>
  )
}
