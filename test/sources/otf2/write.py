"""Writes an archive of OTF2, with the library itself (Debian: python3-otf2), from a description.

    /usr/bin/python3 write.py FOLDER < description.json

The description is one of test/sources/otf2/describe.ts: regions, communicators, locations and their events.
"""

import json
import sys

import _otf2
import otf2
from otf2.enums import (
    CollectiveOp,
    GroupFlag,
    GroupType,
    LocationType,
    MappingType,
    MeasurementMode,
    Paradigm,
    RegionRole,
    Type,
)

MAPPED = {'region': MappingType.REGION, 'comm': MappingType.COMM}


def definitions(registry, spec):
    """Communicators and locations, as lists by number; regions have their numbers in the order in which they come."""
    paradigms = {'mpi': Paradigm.MPI, 'user': Paradigm.COMPILER, 'tool': Paradigm.MEASUREMENT_SYSTEM}
    for region in spec['regions']:
        registry.region(
            region['name'],
            paradigm=paradigms[region['paradigm']],
            region_role=RegionRole.ARTIFICIAL if region['paradigm'] == 'tool' else RegionRole.FUNCTION,
            source_file=region.get('file'),
            begin_line_number=region.get('line', 0),
        )
    node = registry.system_tree_node('machine')
    groups, locations = {}, []
    for location in spec['locations']:
        rank = location['rank']
        if rank not in groups:
            groups[rank] = registry.location_group(f'MPI Rank {rank}', system_tree_parent=node)
        kind = getattr(LocationType, location.get('type', 'CPU_THREAD'))
        locations.append(registry.location(location['name'], type=kind, group=groups[rank]))
    if spec['ranks'] > 0:
        own = tuple(locations[: spec['ranks']])
        registry.group('', GroupType.COMM_LOCATIONS, Paradigm.MPI, GroupFlag.NONE, own)
    comms = []
    for i, (name, members) in enumerate(spec['comms']):
        kind = GroupType.COMM_SELF if members == 'self' else GroupType.COMM_GROUP
        if members == 'unknown':
            kind, members = GroupType.UNKNOWN, []
        group = registry.group(f'g{i}', kind, Paradigm.MPI, GroupFlag.NONE, () if members == 'self' else tuple(members))
        comms.append(registry.comm(name, group))
    return comms, locations


class Own:
    """A number that the location's own tables explain."""

    def __init__(self, ref):
        self._ref = ref


def write_event(writer, event, comms, attribute):
    """One event, as [time, name, fields …]. Types that nobody knows cannot be written: others stand for them."""
    time, name, *fields = event
    if name == 'unheard_of':
        name, fields = 'program_end', [0]
    elif name in ('enter', 'leave'):
        fields[0] = Own(fields[0])
    elif name in ('mpi_send', 'mpi_recv', 'mpi_isend', 'mpi_irecv'):
        fields[1] = comms[fields[1]]
    elif name in ('mpi_collective_end', 'non_blocking_collective_complete'):
        fields[0] = getattr(CollectiveOp, fields[0])
        fields[1] = comms[fields[1]]
    elif name == 'measurement_on_off':
        fields[0] = getattr(MeasurementMode, fields[0])
    elif name == 'thread_fork':
        fields[0] = Paradigm.OPENMP
    elif name in ('comm_create', 'comm_destroy'):
        fields[0] = comms[fields[0]]
    attributes = {attribute: 77} if name == 'thread_fork' else None
    getattr(writer, name)(time, *fields, attributes=attributes)


def local_definitions(handle, location):
    """Tables of numbers, and offsets of the clock."""
    for kind, pairs in location.get('maps', {}).items():
        table = _otf2.IdMap_Create(_otf2.ID_MAP_SPARSE, len(pairs))
        for local, other in pairs:
            _otf2.IdMap_AddIdPair(table, local, other)
        _otf2.DefWriter_WriteMappingTable(handle, MAPPED[kind], table)
    for time, offset in location.get('offsets', []):
        _otf2.DefWriter_WriteClockOffset(handle, time, offset, 0.0)


def main(folder):
    spec = json.load(sys.stdin)
    chunk = spec.get('chunk', 1024 * 1024)
    with otf2.writer.open(
        folder,
        timer_resolution=spec['resolution'],
        chunk_size_events=chunk,
        chunk_size_definitions=chunk,
    ) as trace:
        _otf2.Archive_SetCreator(trace._handle, spec['creator'])
        registry = trace.definitions
        comms, locations = definitions(registry, spec)
        attribute = registry.attribute('note', 'of a fork', Type.UINT64)
        for location, described in zip(locations, spec['locations']):
            writer = trace.event_writer_from_location(location)
            for event in described['events']:
                write_event(writer, event, comms, attribute)
            local_definitions(writer._def_handle, described)


main(sys.argv[1])
