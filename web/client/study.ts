/** The script of a study's page: shows the selection. */

import {
  bestHtml,
  matrixHtml,
  panelsHtml,
  type StudyPageData,
  type StudyView,
} from '../../src/report/page/study-views.js';
import { byId } from './dom.js';

const data: StudyPageData = JSON.parse(byId('study-data').textContent ?? '');

/** The selection; null: all, or nothing to select. */
function chosen(id: string): number | null {
  const found = document.getElementById(id);
  return found instanceof HTMLSelectElement && found.value !== '' ? Number(found.value) : null;
}

const view = (): StudyView => ({
  quantity: chosen('quantity') ?? 0,
  only: {
    input: chosen('only-input'),
    machine: chosen('only-machine'),
    collectives: chosen('only-collectives'),
    network: chosen('only-network'),
    mapping: chosen('only-mapping'),
    question: chosen('only-question'),
  },
});

function show(): void {
  const now = view();
  byId('study-matrix').innerHTML = matrixHtml(data, now);
  byId('study-panels').innerHTML = panelsHtml(data, now);
  byId('study-best').innerHTML = bestHtml(data, now);
}

document.querySelector('form.filters')?.addEventListener('change', show);
document.documentElement.dataset.ready = 'true';
