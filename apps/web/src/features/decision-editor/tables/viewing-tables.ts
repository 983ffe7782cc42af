import core from 'dmn-js-decision-table/lib/core'
import TableViewer from 'dmn-js-decision-table/lib/Viewer'
import DrdViewer from 'dmn-js-drd/lib/NavigatedViewer'
import LiteralExpressionViewer from 'dmn-js-literal-expression/lib/Viewer'
import Manager from 'dmn-js-shared/lib/base/Manager'
import { listProviders } from './view-providers.ts'

/** A decision table, and nothing that is drawn. */
class TableReader extends TableViewer {
  override getModules(): readonly object[] {
    return [core]
  }
}

/** The parts of dmn-js for reading a file. Knowledge models are not opened. */
export default class ViewingTables extends Manager {
  override _getViewProviders() {
    return listProviders({
      drd: DrdViewer,
      decisionTable: TableReader,
      literalExpression: LiteralExpressionViewer,
      needsDrawing: true,
    })
  }
}
