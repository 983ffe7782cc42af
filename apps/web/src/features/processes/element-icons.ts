import IconCircle from 'icon:circle'
import IconCircleDot from 'icon:circle-dot'
import IconDiamond from 'icon:diamond'
import IconFileCode from 'icon:file-code'
import IconMail from 'icon:mail'
import IconPhoneCall from 'icon:phone-call'
import IconSettings from 'icon:settings'
import IconSquareRounded from 'icon:square-rounded'
import IconSquareRoundedPlus from 'icon:square-rounded-plus'
import IconTable from 'icon:table'
import IconUser from 'icon:user'
import type { DrawnIcon } from '../../components/icon/drawn.tsx'

const icons: Readonly<Record<string, DrawnIcon>> = {
  userTask: IconUser,
  manualTask: IconUser,
  serviceTask: IconSettings,
  scriptTask: IconFileCode,
  businessRuleTask: IconTable,
  sendTask: IconMail,
  receiveTask: IconMail,
  callActivity: IconPhoneCall,
  subProcess: IconSquareRoundedPlus,
  transaction: IconSquareRoundedPlus,
  adHocSubProcess: IconSquareRoundedPlus,
  startEvent: IconCircle,
  endEvent: IconCircle,
}

/** The icon for a kind of element, by its local name in BPMN. */
export function getElementIcon(type: string): DrawnIcon {
  const known = icons[type]
  if (known) return known
  if (type.endsWith('Gateway')) return IconDiamond
  return type.endsWith('Event') ? IconCircleDot : IconSquareRounded
}
