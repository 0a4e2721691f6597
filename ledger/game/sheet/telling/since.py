"""What had happened since a turn, as it stands in a transcript after a hold or a challenge."""

SINCE = (
    "[; after {after}][; {hand_in_bag|hand in the bag|no hand in the bag}]"
    "[; {tile_out|tile out|no tile out}][; {tile_racked|tile racked|no tile racked}]"
    "[; {score_written|score written|score not written}]"
    "[; {accepted_aloud|accepted aloud|not accepted aloud}][; {away|was away|was there}]"
    "[; turn {out_of_order}]"
)
